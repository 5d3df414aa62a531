import { t } from '../../../base/l10n.ts';
import type { VNode } from 'preact';
import type { RowView, RunView } from '../../../protocol/run.ts';
import { Codicon } from '../../shared/codicon.tsx';
import { sideTitle } from '../table/columns.ts';

/** The whole answer, or why there is none; in a comparison both. */
export function DetailsText({ row, run }: { row: RowView; run: RunView }): VNode {
  const { comparedWith } = run;
  return (
    <div class="details-text">
      {comparedWith && <h3 dir="auto">{sideTitle(t('This'), run.model, comparedWith.model)}</h3>}
      <Answer row={row} columns={run.columns} />
      {row.notes?.map(note => (
        <p key={note} class="row-note">
          <Codicon name="info" /> <bdi>{note}</bdi>
        </p>
      ))}
      {comparedWith && row.other && (
        <>
          <h3 dir="auto">{sideTitle(t('Other'), comparedWith.model, run.model)}</h3>
          <p class={row.other.text === undefined ? 'muted' : 'answer-text'} dir="auto">
            {row.other.text ?? (row.other.state === 'failed' ? t('Failed') : t('Not answered yet'))}
          </p>
        </>
      )}
    </div>
  );
}

function Answer({ row, columns }: { row: RowView; columns: string[] }): VNode {
  if (row.failure) {
    const { message, hint } = row.failure;
    return (
      <div class="row-failure">
        <Codicon name="error" />
        <div>
          <p dir="auto">{message}</p>
          {hint !== undefined && (
            <p class="hint" dir="auto">
              {hint}
            </p>
          )}
        </div>
      </div>
    );
  }
  if (row.columns)
    return (
      <dl class="answer-columns">
        {columns.map((column, at) => (
          <div key={column}>
            <dt dir="auto">{column}</dt>
            <dd dir="auto">{row.columns?.[at] || '–'}</dd>
          </div>
        ))}
      </dl>
    );
  return row.text === undefined ? (
    <p class="muted">{t('Not described yet.')}</p>
  ) : (
    <p class="answer-text" dir="auto">
      {row.text}
    </p>
  );
}
