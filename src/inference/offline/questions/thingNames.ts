import { cocoLabels } from '../../../recognition/engine/cocoLabels.ts';
import { labelWord } from '../../../recognition/words/labels.ts';
import type { Clause } from './clauses.ts';

/** What a question is about, as far as it can be recognised. */
export interface Subject {
  /** Kinds of things as COCO names them; several for "animals". Empty for faces. */
  labels: readonly string[];
  /** As it is spoken of where it is none: `animal`. */
  word: string;
  /** What is never told of it, though it was asked for: sex, age. */
  untold?: string;
}

/** Faces have no label. */
export const faces: Subject = { labels: [], word: 'face' };

/** Every kind of thing together. */
export const everything: Subject = { labels: cocoLabels, word: 'object' };

/** Other names of the kinds of things, in the singular. */
const synonyms: Record<string, string> = {
  person:
    'human,human being,guy,lady,pedestrian,passenger,player,anyone,anybody,someone,somebody,individual,figure',
  bicycle: 'bike,cycle,push bike,pushbike',
  motorcycle: 'motorbike,motor bike,motor cycle,moped',
  car: 'automobile,taxi,cab,auto',
  airplane: 'plane,aeroplane,aircraft,airliner,jet',
  bus: 'coach,autobus',
  train: 'locomotive,railway train',
  truck: 'lorry,pickup,pickup truck,pick up truck',
  boat: 'ship,sailboat,canoe,kayak,sailing boat',
  'traffic light': 'traffic signal,stoplight,stop light',
  'fire hydrant': 'hydrant',
  'stop sign': 'stopsign',
  cat: 'kitten,kitty',
  dog: 'puppy,doggy,hound',
  horse: 'pony',
  sheep: 'lamb',
  cow: 'bull,cattle',
  backpack: 'rucksack,knapsack',
  umbrella: 'parasol',
  handbag: 'purse,hand bag',
  tie: 'necktie',
  suitcase: 'luggage,trolley case',
  skis: 'ski,pair of skis',
  'sports ball': 'ball,football,soccer ball,basketball,tennis ball,baseball,volleyball',
  'wine glass': 'wineglass',
  cup: 'mug,coffee cup,teacup,tea cup',
  donut: 'doughnut',
  couch: 'sofa,settee',
  'potted plant': 'plant,house plant,houseplant,pot plant,flowerpot',
  'dining table': 'table,desk',
  tv: 'television,telly,tv set,monitor,tv screen',
  laptop: 'laptop computer,notebook computer,computer',
  mouse: 'computer mouse',
  remote: 'remote control',
  keyboard: 'computer keyboard',
  'cell phone': 'phone,cellphone,mobile,mobile phone,smartphone,smart phone,telephone',
  microwave: 'microwave oven',
  oven: 'stove,cooker',
  sink: 'washbasin,basin',
  refrigerator: 'fridge',
  clock: 'wall clock',
  scissors: 'pair of scissors',
  'teddy bear': 'teddy,stuffed bear',
  'hair drier': 'hair dryer,hairdryer,hairdrier,blow dryer',
  toothbrush: 'tooth brush',
  'hot dog': 'hotdog',
};

/** Words for several kinds together. */
const families: Record<string, string> = {
  animal: 'bird,cat,dog,horse,sheep,cow,elephant,bear,zebra,giraffe',
  pet: 'cat,dog',
  vehicle: 'bicycle,car,motorcycle,airplane,bus,train,truck,boat',
  furniture: 'bench,chair,couch,bed,dining table',
  food: 'banana,apple,sandwich,orange,broccoli,carrot,hot dog,pizza,donut,cake',
  fruit: 'banana,apple,orange',
  vegetable: 'broccoli,carrot',
  bag: 'backpack,handbag,suitcase',
  cutlery: 'fork,knife,spoon',
  device: 'tv,laptop,mouse,remote,keyboard,cell phone',
  appliance: 'microwave,oven,toaster,sink,refrigerator',
};

/** Words for people that say more than is ever told. */
const narrower: Record<string, string> = {
  'their sex': 'man,woman,male,female,gentleman,boy,girl,men,women,ladies,gentlemen',
  'their age': 'child,kid,baby,toddler,teenager,adult,children,babies',
};

/** Plurals that no rule gives. */
const irregular: Record<string, string> = {
  people: 'person',
  mice: 'mouse',
  knives: 'knife',
  persons: 'person',
};

/** Words of a name at most. */
const longestName = 3;

const names = new Map<string, Subject>();
for (const [word, labels] of Object.entries(families)) names.set(word, { labels: labels.split(','), word });
for (const label of cocoLabels)
  for (const name of [label, labelWord(label, 1).toLowerCase(), ...(synonyms[label]?.split(',') ?? [])])
    names.set(name, { labels: [label], word: labelWord(label, 1) });
for (const [untold, words] of Object.entries(narrower))
  for (const word of words.split(',')) names.set(word, { labels: ['person'], word: 'person', untold });
for (const word of ['object', 'thing', 'item']) names.set(word, everything);
names.set('face', faces);

/** What a clause is about, each subject once, in the order of its words, and the words that are left. */
export function subjectsOf(clause: Clause): { subjects: Subject[]; rest: string[] } {
  const subjects = new Set<Subject>();
  const rest: string[] = [];
  for (let at = 0; at < clause.length;) {
    const found = nameAt(clause, at);
    if (found === undefined) rest.push(clause[at] ?? '');
    else subjects.add(found.subject);
    at += found?.length ?? 1;
  }
  return { subjects: [...subjects], rest };
}

function nameAt(clause: Clause, at: number): { subject: Subject; length: number } | undefined {
  for (let length = Math.min(longestName, clause.length - at); length > 0; length--) {
    const words = clause.slice(at, at + length);
    for (const name of singulars(words)) {
      const subject = names.get(name);
      if (subject !== undefined) return { subject, length };
    }
  }
  return undefined;
}

/** A name as it stands, and with its last word in each singular that it may be the plural of. */
function singulars(words: readonly string[]): string[] {
  const last = words.at(-1) ?? '';
  const stems = [
    last,
    irregular[last] ?? last,
    ...(last.endsWith('ies') ? [`${last.slice(0, -3)}y`] : []),
    ...(last.endsWith('es') ? [last.slice(0, -2)] : []),
    ...(last.endsWith('s') ? [last.slice(0, -1)] : []),
  ];
  return stems.map(stem => [...words.slice(0, -1), stem].join(' '));
}
