/** Compares names of metrics as pages have them: losses, then what a model is judged by, then rates, then the others. */
export function metricOrder(one: string, other: string): number;
