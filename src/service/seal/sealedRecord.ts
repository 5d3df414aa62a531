/** What a sealed value belongs to; it opens only for the same record again. */
export interface SealedRecord {
  kind: 'service key' | 'provider key' | 'worker key';
  id: string;
  workspaceId: string;
}
