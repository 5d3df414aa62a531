/* global document, EventSource, setTimeout, clearTimeout, URLSearchParams */
// The events of a training run. Their kinds are named in `src/platform/trainingEvents.ts`.

/** Milliseconds until a stream that was refused is asked for again. */
const again = 30_000;

/**
 * Follows a run from `after` on. A page that nobody sees follows nothing: browsers have few connections to one server, and
 * the stream goes on where it was when the page is seen again.
 */
export function followRun({ runId, owner, after, onRun, onPoints, onEnd, onState }) {
  let source;
  let timer;
  let place = after;
  let over = false;
  const close = () => {
    clearTimeout(timer);
    source?.close();
    source = undefined;
  };
  const open = () => {
    close();
    if (over || document.hidden) return;
    const query = new URLSearchParams({ after: String(place), ...owner });
    source = new EventSource(`/api/training-runs/${encodeURIComponent(runId)}/events?${query}`);
    source.addEventListener('open', () => onState('live'));
    source.addEventListener('error', () => {
      onState('lost');
      if (source?.readyState !== EventSource.CLOSED) return;
      timer = setTimeout(open, again);
    });
    const listen = (kind, take) =>
      source.addEventListener(kind, event => {
        if (event.lastEventId !== '') place = Number(event.lastEventId);
        take(JSON.parse(event.data));
      });
    listen('run', onRun);
    listen('points', ({ points }) => onPoints(points));
    listen('end', () => {
      over = true;
      close();
      onEnd();
    });
  };
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) {
      close();
      if (!over) onState('hidden');
    } else open();
  });
  open();
}
