import { useEffect, useRef } from 'preact/hooks';
import { CurveChart } from '../../curves/curveChart.js';
import type { Metric } from './metrics.ts';

/** One metric as a chart, which is made once for the same runs and drawn again as points come. */
export function MetricChart({ metric, runs }: { metric: Metric; runs: readonly string[] }) {
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef<{ chart: CurveChart; curves: Metric['curves'] }>(undefined);
  useEffect(() => {
    if (place.current === null) return undefined;
    const curves = [...metric.curves];
    const chart = new CurveChart(place.current, { name: metric.name, runs, curves });
    shown.current = { chart, curves };
    const recolour = new MutationObserver(() => chart.recolour());
    recolour.observe(document.body, { attributes: true, attributeFilter: ['class'] });
    return () => {
      recolour.disconnect();
      chart.figure.remove();
    };
    // The runs' names stand for the runs: with other runs it is another chart.
  }, [metric.name, runs.join('\n')]);
  useEffect(() => {
    if (shown.current === undefined) return;
    shown.current.curves.splice(0, Infinity, ...metric.curves);
    shown.current.chart.draw();
  }, [metric]);
  return <div ref={place} />;
}
