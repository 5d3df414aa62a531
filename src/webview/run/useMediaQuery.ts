import { useEffect, useState } from 'preact/hooks';

/** Whether a media query holds now. */
export function useMediaQuery(query: string): boolean {
  const [holds, setHolds] = useState(() => window.matchMedia(query).matches);
  useEffect(() => {
    const list = window.matchMedia(query);
    const tell = () => setHolds(list.matches);
    list.addEventListener('change', tell);
    return () => list.removeEventListener('change', tell);
  }, [query]);
  return holds;
}
