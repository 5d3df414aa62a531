import { present } from '../../base/present.ts';
import { instant } from '../http/instant.ts';
import type { ActivityRow } from '../store/activity.ts';

/** An entry of the audit trail as it is told. */
export function activityEvent(row: ActivityRow) {
  return {
    id: row.id,
    at: instant(row.at),
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    action: row.action,
    subjectId: row.subject_id,
    subject: row.subject,
    ...present({ detail: row.detail ?? undefined }),
  };
}
