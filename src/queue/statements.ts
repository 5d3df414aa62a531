/** What statements go to: the pool, or a connection within a transaction. */
export interface Statements {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}
