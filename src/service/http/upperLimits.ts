import { formatNumber } from '../../base/format.ts';
import { ServiceError } from './serviceError.ts';

/** Most of each thing that one person or workspace may have: far above what is used, and an end for a loop gone wrong. */
export const upperLimits = {
  teamsOfPerson: 50,
  /** Workspaces that a person can have joined: each page names them all. */
  workspacesOfPerson: 200,
  keys: 1000,
  providers: 100,
  textOnlyModels: 100,
  prices: 500,
  budgets: 1000,
  hosts: 1000,
  trainingRuns: 5000,
  /** Members and open invitations of a team. The contract wants a number. */
  seats: 1000,
};

/**
 * Refuses one more of what there are `count` of already; to be called in the transaction that adds it.
 * @param what for the person: `A workspace has at most … keys`.
 * @throws {ServiceError} 409
 */
export function requireRoom(count: number, most: number, what: (most: string) => string): void {
  if (count >= most) throw new ServiceError(409, what(formatNumber(most)));
}
