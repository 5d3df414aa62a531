/** Environment variables: `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;
