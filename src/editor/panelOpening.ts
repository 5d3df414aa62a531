/** The panel's outline, HTML: on a busy machine its script comes a second after its page. */
export const panelOpening =
  '<div class="panel" aria-busy="true"><main aria-label="Conversation"></main>' +
  '<div class="bottom"><div class="composer"><div class="composer-box opening"></div></div></div></div>';
