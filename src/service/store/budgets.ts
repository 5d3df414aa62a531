import { budgetPeriods, endOf, firstDay } from './periods.ts';
import type { BudgetPeriod } from './periods.ts';
import { record } from './activity.ts';
import type { Actor } from './activity.ts';
import type { ServiceStore } from './openStore.ts';
import { newId } from './secrets.ts';

/** Money that a workspace, or one of its keys, may spend in a day, a week or a month, in billionths of a dollar. */
export interface Budget {
  id: string;
  /** Empty for the whole workspace. */
  keyId: string;
  /** Null for the whole workspace. */
  keyName: string | null;
  period: BudgetPeriod;
  nano: number;
  /** The first day of the period of which has been warned last. */
  warnedDay: number | null;
}

/** How a budget stands. */
export interface BudgetState extends Budget {
  /** Spent in this period. */
  spent: number;
  /** Held for requests that are under way. */
  held: number;
  /** When the period ends: milliseconds since 1970. */
  resetsAt: number;
}

/** The part of a budget from which it is warned. */
const warningShare = 0.8;

/** How far a budget is spent: not so far that it is warned of, so far, or whole. */
export function stageOf({
  spent,
  nano,
}: Pick<BudgetState, 'spent' | 'nano'>): 'within' | 'warned' | 'exceeded' {
  if (spent >= nano) return 'exceeded';
  return spent >= nano * warningShare ? 'warned' : 'within';
}

const stateColumns = `b.id, b.key_id AS keyId, k.name AS keyName, b.period, b.nano, b.warned_day AS warnedDay,
  coalesce((SELECT sum(t.nano) FROM spend_totals t WHERE t.workspace_id = b.workspace_id AND t.key_id = b.key_id
    AND t.day >= CASE b.period WHEN 'day' THEN ? WHEN 'week' THEN ? ELSE ? END), 0) AS spent,
  coalesce((SELECT sum(r.nano) FROM reservations r INDEXED BY reservations_held WHERE r.workspace_id = b.workspace_id
    AND (b.key_id = '' OR r.key_id = b.key_id) AND r.expires_at > ?), 0) AS held`;

/** How all budgets of a workspace stand. */
export function listBudgets(store: ServiceStore, workspaceId: string): BudgetState[] {
  return statesOf(store, 'b.workspace_id = ? ORDER BY b.key_id, b.period', [workspaceId]);
}

/** How the budgets stand that hold for requests of a key: the workspace's and its own. */
export function budgetsOfKey(
  store: ServiceStore,
  { workspaceId, keyId }: { workspaceId: string; keyId: string },
): BudgetState[] {
  return statesOf(store, "b.workspace_id = ? AND b.key_id IN ('', ?)", [workspaceId, keyId]);
}

/** How the budgets stand that a condition chooses, in SQL of ours. */
function statesOf(store: ServiceStore, condition: string, values: readonly string[]): BudgetState[] {
  const now = store.now();
  return store.database
    .all<Omit<BudgetState, 'resetsAt'>>(
      `SELECT ${stateColumns} FROM budgets b LEFT JOIN service_keys k ON k.id = b.key_id WHERE ${condition}`,
      ...budgetPeriods.map(period => firstDay(period, now)),
      now,
      ...values,
    )
    .map(found => ({ ...found, resetsAt: endOf(found.period, now) }));
}

/** Whether any budget holds for requests of a key. */
export function hasBudget(
  { database }: ServiceStore,
  { workspaceId, keyId }: { workspaceId: string; keyId: string },
): boolean {
  const found = database.get(
    "SELECT 1 FROM budgets WHERE workspace_id = ? AND key_id IN ('', ?) LIMIT 1",
    workspaceId,
    keyId,
  );
  return found !== undefined;
}

/** Sets the budget of a workspace or a key for a period. */
export function saveBudget(
  store: ServiceStore,
  {
    workspaceId,
    actor,
    keyId,
    period,
    nano,
    subject,
  }: Pick<Budget, 'keyId' | 'period' | 'nano'> & { workspaceId: string; actor: Actor; subject: string },
): void {
  const { database } = store;
  database.transaction(() => {
    database.run(
      `INSERT INTO budgets (id, workspace_id, key_id, period, nano, updated_at) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (workspace_id, key_id, period) DO UPDATE SET nano = excluded.nano, warned_day = NULL,
         updated_at = excluded.updated_at`,
      newId('budget'),
      workspaceId,
      keyId,
      period,
      nano,
      store.now(),
    );
    record(store, {
      ...{ workspaceId, actor, action: 'budget.saved' },
      ...{ subjectId: keyId || workspaceId, subject, detail: amountOf({ nano, period }) },
    });
  });
}

/** Takes a budget away. False where there is none of that id in the workspace. */
export function removeBudget(store: ServiceStore, workspaceId: string, id: string, actor: Actor): boolean {
  return store.database.transaction(() => {
    const budget = listBudgets(store, workspaceId).find(one => one.id === id);
    if (budget === undefined) return false;
    store.database.run('DELETE FROM budgets WHERE id = ?', id);
    record(store, {
      ...{ workspaceId, actor, action: 'budget.removed' },
      ...{ subjectId: budget.keyId || workspaceId, subject: budget.keyName ?? 'Workspace' },
      detail: amountOf(budget),
    });
    return true;
  });
}

/** A budget as the audit trail tells it: `$20 a month`. */
function amountOf({ nano, period }: Pick<Budget, 'nano' | 'period'>): string {
  return `$${nano / 1e9} a ${period}`;
}

/** Gives a new key the budgets of the key that it replaces. */
export function copyBudgets(
  store: ServiceStore,
  { workspaceId, from, to }: { workspaceId: string; from: string; to: string },
): void {
  for (const { period, nano } of listBudgets(store, workspaceId).filter(({ keyId }) => keyId === from))
    store.database.run(
      'INSERT INTO budgets (id, workspace_id, key_id, period, nano, updated_at) VALUES (?, ?, ?, ?, ?, ?)',
      newId('budget'),
      workspaceId,
      to,
      period,
      nano,
      store.now(),
    );
}

/** Takes away the budgets of a key that goes. */
export function removeBudgetsOfKey({ database }: ServiceStore, workspaceId: string, keyId: string): void {
  database.run('DELETE FROM budgets WHERE workspace_id = ? AND key_id = ?', workspaceId, keyId);
}

/**
 * Notes that it is warned of the budgets of a key, and of the workspace's, that are spent so far: of each once in a period. Returns those of which it was not before.
 */
export function warnOfBudgets(
  store: ServiceStore,
  { workspaceId, keyId }: { workspaceId: string; keyId: string },
): BudgetState[] {
  const due = budgetsOfKey(store, { workspaceId, keyId }).filter(
    budget => stageOf(budget) !== 'within' && budget.warnedDay !== firstDay(budget.period, store.now()),
  );
  for (const { id, period, keyId: of, keyName, spent, nano } of due) {
    store.database.run('UPDATE budgets SET warned_day = ? WHERE id = ?', firstDay(period, store.now()), id);
    record(store, {
      ...{
        workspaceId,
        actor: { kind: 'service', id: 'service', name: 'Sightline' },
        action: 'budget.warned',
      },
      ...{ subjectId: of || workspaceId, subject: keyName ?? 'Workspace' },
      detail: `${Math.floor((100 * spent) / nano)} % of ${amountOf({ nano, period })}`,
    });
  }
  return due;
}
