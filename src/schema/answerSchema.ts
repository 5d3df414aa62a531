/** A JSON Schema for answers. */
export interface AnswerSchema {
  /** `[A-Za-z0-9_-]{1,64}`, as the APIs want it. */
  name: string;
  schema: Record<string, unknown>;
}
