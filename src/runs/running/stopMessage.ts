import type { RunProgress } from '../runProgress.ts';
import type { RunPassEnd } from './runPass.ts';
import { t } from '../../base/l10n.ts';

/** Why a run stopped, in words. How much is left is told beside them. */
export function stopMessage({
  ending,
  failure,
}: RunPassEnd): Pick<RunProgress, 'message' | 'hint' | 'remedy'> {
  switch (ending) {
    case 'done':
    case 'cancelled':
      return {};
    case 'capReached':
      return {
        message: t('The next answer could go beyond the spending cap.'),
        remedy: { kind: 'raiseSpendingCap' },
      };
    case 'failed':
      return {
        ...(failure === undefined ? {} : { message: failure.message }),
        ...(failure?.hint === undefined ? {} : { hint: failure.hint }),
        ...(failure?.remedy === undefined ? {} : { remedy: failure.remedy }),
      };
  }
}
