import { t } from '../base/l10n.ts';

/** The panel's outline, HTML: on a busy machine its script comes a second after its page. */
export function panelOpening(): string {
  const name = t('Conversation').replaceAll('"', '&quot;');
  return (
    `<div class="panel" aria-busy="true"><main aria-label="${name}"></main>` +
    '<div class="bottom"><div class="composer"><div class="composer-box opening"></div></div></div></div>'
  );
}
