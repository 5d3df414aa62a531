/** Repeats what fails for as long as the database may answer later. @throws what no waiting helps against, or once it ends. */
export type Patiently = <T>(work: () => Promise<T>) => Promise<T>;
