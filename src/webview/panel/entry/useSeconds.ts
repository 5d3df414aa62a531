import { useEffect, useState } from 'preact/hooks';

/** The time in milliseconds since the epoch, renewed each second while `running`. */
export function useSeconds(running: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!running) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [running]);
  return now;
}
