import type { Speech } from './l10n.ts';

/** Numbers as people read them in one language: one spelling each. */
export interface Figures {
  /** A whole number: `12,345`. */
  formatNumber: (value: number) => string;
  /** `640 bytes`, `24.1 KB`, `3.4 MB`, `12.3 GB`; 1 KB is 1024 bytes, as the editor counts. */
  formatBytes: (bytes: number) => string;
  /** The size of an image: `1,600 × 1,200 px`. */
  formatPixels: (size: { width: number; height: number }) => string;
  /** A time that was measured, in two parts at most: `0.4 s`, `12 s`, `3 min 5 s`; from an hour on without seconds. */
  formatSeconds: (seconds: number) => string;
  /** A time that is only guessed, in two parts at most: `40 s`, `12 min`, `1 h 40 min`, `2 d 3 h`. */
  formatDuration: (seconds: number) => string;
  /** `940`, `12.3 K`, `1.2 M`. */
  formatTokens: (tokens: number) => string;
  /** How many a minute: `0.3 a minute`, `2.5 a minute`, `1,200 a minute`. */
  formatRate: (perMinute: number) => string;
  /** US dollars: `$0.0042`, `$0.42`, `$1,204.10`. Two digits that say something, where it is little. */
  formatMoney: (dollars: number) => string;
  /** A share of 0 to 1 in whole percent, never rounded to nothing or to everything: `42 %`, `under 1 %`. */
  formatPercent: (share: number) => string;
}

/**
 * The figures of a language. One that no amount or size can be (NaN, an infinity) is shown as it is and breaks nothing.
 */
export function figuresIn({ language, t, counted }: Speech): Figures {
  const written = (options: Intl.NumberFormatOptions): ((value: number) => string) =>
    numberFormat(language, options);
  const whole = written({ maximumFractionDigits: 0 });
  const oneDigit = written({ maximumFractionDigits: 1 });
  const cents = written({ minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const twoDigits = written({ minimumSignificantDigits: 2, maximumSignificantDigits: 2 });
  const money = (amount: string): string => t('${amount}', { amount });

  const formatDuration = (seconds: number): string => {
    if (seconds < 59.5) return t('{seconds} s', { seconds: whole(Math.max(1, Math.round(seconds))) });
    const minutes = Math.round(seconds / 60);
    if (minutes < 60) return t('{minutes} min', { minutes: whole(minutes) });
    if (minutes >= 24 * 60) {
      const hours = Math.round(minutes / 60);
      const days = whole(Math.floor(hours / 24));
      return hours % 24 === 0
        ? t('{days} d', { days })
        : t('{days} d {hours} h', { days, hours: hours % 24 });
    }
    const hours = whole(Math.floor(minutes / 60));
    const rest = minutes % 60;
    return rest === 0 ? t('{hours} h', { hours }) : t('{hours} h {minutes} min', { hours, minutes: rest });
  };

  return {
    formatNumber: whole,
    formatDuration,
    formatBytes: bytes => {
      if (bytes < 1024) return counted(bytes, '{count} byte', '{count} bytes', { count: whole(bytes) });
      // What rounds to 1,024 is one of the next unit.
      const [kilo, mega] = [bytes / 1024, bytes / 1024 ** 2];
      if (kilo < 1023.95) return t('{size} KB', { size: oneDigit(kilo) });
      return mega < 1023.95
        ? t('{size} MB', { size: oneDigit(mega) })
        : t('{size} GB', { size: oneDigit(mega / 1024) });
    },
    formatPixels: ({ width, height }) =>
      t('{width} × {height} px', { width: whole(width), height: whole(height) }),
    formatSeconds: seconds => {
      if (seconds < 9.95) return t('{seconds} s', { seconds: oneDigit(seconds) });
      const full = Math.round(seconds);
      if (full < 60 || full >= 3600) return formatDuration(full < 60 ? full : seconds);
      const [minutes, rest] = [whole(Math.floor(full / 60)), full % 60];
      return rest === 0
        ? t('{minutes} min', { minutes })
        : t('{minutes} min {seconds} s', { minutes, seconds: rest });
    },
    formatTokens: tokens => {
      if (tokens < 1000) return whole(tokens);
      return tokens < 999_950
        ? t('{tokens} K', { tokens: oneDigit(tokens / 1000) })
        : t('{tokens} M', { tokens: oneDigit(tokens / 1e6) });
    },
    formatRate: perMinute =>
      perMinute > 0 && perMinute < 0.05
        ? t('under {rate} a minute', { rate: oneDigit(0.1) })
        : t('{rate} a minute', { rate: perMinute < 9.95 ? oneDigit(perMinute) : whole(perMinute) }),
    formatMoney: dollars => {
      if (dollars > 0 && dollars < 0.0001)
        return t('under {amount}', { amount: money(written({ maximumFractionDigits: 4 })(0.0001)) });
      return money(dollars > 0 && dollars < 0.095 ? twoDigits(dollars) : cents(dollars));
    },
    formatPercent: share => {
      if (share > 0 && share < 0.005) return t('under {share} %', { share: 1 });
      if (share < 1 && share > 0.995) return t('over {share} %', { share: 99 });
      return t('{share} %', { share: String(Math.round(share * 100)) });
    },
  };
}

/** Made with the first number of a language: it takes milliseconds, which the start of the extension does not have. */
function numberFormat(language: () => string, options: Intl.NumberFormatOptions): (value: number) => string {
  let made: Intl.NumberFormat | undefined;
  let madeFor = '';
  return value => {
    if (made === undefined || madeFor !== language()) {
      madeFor = language();
      made = new Intl.NumberFormat(madeFor, options);
    }
    return made.format(value);
  };
}
