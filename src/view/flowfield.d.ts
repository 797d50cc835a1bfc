export type Metric = "manhattan" | "octile" | "euclid";
export type Direction = "N" | "NE" | "E" | "SE" | "S" | "SW" | "W" | "NW" | "none";
export type Class = "goal" | "reached" | "unreached" | "wall" | "not computed" | "not yet" | "farther";

/** All are optional. */
export interface Rules {
	metric?: Metric;
	step?: "cell" | "mean" | "hops";
	corners?: "strict" | "lenient" | "cut";
	flow?: "own" | "lowest" | "path" | "gradient" | "sum" | "differences";
	/** A cell that sees a goal points straight at it. */
	sight?: boolean;
	/** Of walkers, in cells: their centres stay that far from walls. */
	radius?: number;
	/** Cells from which a goal costs more have no value; 0: no limit. */
	maxCost?: number;
	/** -5..-0.01: away from the goals; 0: to them. */
	flee?: number;
	/** Costs are any numbers above 0, rounded to a unit; Infinity is a wall. Else bytes; 255 is a wall. */
	real?: boolean;
	/** Units of a real cost of 1; 0: chosen by the largest cost. */
	costScale?: number;
}

export interface Layers {
	cost: Uint8Array | Float32Array;
	/** Infinity: no goal is reached. */
	values: Float64Array;
	directions: Uint8Array;
	/** dx, dy of each cell. */
	vectors: Float32Array;
	classes: Uint8Array;
	/** The number of the goal; -1: none. */
	allocation: Int32Array;
	/** y * w + x of the nearest goal in sight; -1: none. */
	sight: BigInt64Array;
	exact: BigUint64Array;
}

export interface World {
	readonly w: number;
	readonly h: number;
	free(): void;
	addGoal(x: number, y: number, area?: { w?: number; h?: number; start?: number }): void;
	clearGoals(): void;
	edit(x: number, y: number, w: number, h: number, cost: number): void;
	/** Throws if a goal has no open cell. */
	solve(): void;
	/** Cells that have another value since the last solve. */
	changed(): number;
	value(x: number, y: number): number;
	direction(x: number, y: number): Direction;
	classAt(x: number, y: number): Class;
	/** A unit vector, or 0,0. */
	follow(x: number, y: number): Float64Array;
	/** Where a walker is after a distance in cells. */
	walk(x: number, y: number, distance: number): Float64Array;
	/** x and y of each point; null: no goal is reached. */
	path(x: number, y: number): Float64Array | null;
	layer<Name extends keyof Layers>(name: Name): Layers[Name];
	/** The digest of the values, as `flowfield --json` prints it. */
	digest(): string;
}

export interface Flowfield {
	world(w: number, h: number, cost: ArrayLike<number>, rules?: Rules): World;
}

/** Compiles the module: the bytes of flowfield.wasm, or in node the file beside this one. */
export function load(bytes?: BufferSource): Promise<Flowfield>;
export const METRICS: string[], STEPS: string[], CORNERS: string[], FLOWS: string[], DIRECTIONS: string[], CLASSES: string[];
export const WALL: number;
