/** Environment variables: `process.env`. */
export type CliEnvironment = Readonly<Record<string, string | undefined>>;
