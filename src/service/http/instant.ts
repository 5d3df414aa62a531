/** A time as the API tells it; `undefined` where there is none. */
export function instant(milliseconds: number): string;
export function instant(milliseconds: number | null): string | undefined;
export function instant(milliseconds: number | null): string | undefined {
  return milliseconds === null ? undefined : new Date(milliseconds).toISOString();
}
