import type { ThingGroup } from '../../../src/recognition/stated.ts';
import type { Truth } from './truth.ts';

/** Labels of one image or of all: each counts once an image. */
export interface LabelJudgement {
  stated: { right: string[]; wrong: string[] };
  hedged: { right: string[]; wrong: string[] };
  /** Those that a person would name first. */
  first: { stated: string[]; hedged: string[]; missed: string[] };
}

/** Holds what is said of an image against what a person sees in it. */
export function judgeLabels({ first = [], also = [] }: Truth, groups: readonly ThingGroup[]): LabelJudgement {
  const labels = (of: readonly ThingGroup[]): string[] => of.map(({ label }) => label);
  const stated = labels(groups.filter(group => group.stated.length > 0));
  const hedged = labels(groups.filter(group => group.stated.length === 0));
  const split = (said: readonly string[]): { right: string[]; wrong: string[] } => ({
    right: said.filter(label => first.includes(label) || also.includes(label)),
    wrong: said.filter(label => !first.includes(label) && !also.includes(label)),
  });
  return {
    stated: split(stated),
    hedged: split(hedged),
    first: {
      stated: first.filter(label => stated.includes(label)),
      hedged: first.filter(label => hedged.includes(label)),
      missed: first.filter(label => !stated.includes(label) && !hedged.includes(label)),
    },
  };
}
