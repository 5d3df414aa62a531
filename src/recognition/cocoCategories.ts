/** A kind of thing as the COCO dataset has it. */
export interface CocoCategory {
  /** 1 to 90, with gaps: ten of the first list were dropped. */
  id: number;
  name: string;
  supercategory: string;
}

/** Of each group its kinds, in COCO's order; a number is that of the kind after it, where some before it were dropped. */
const groups: readonly (readonly [supercategory: string, kinds: string])[] = [
  ['person', 'person'],
  ['vehicle', 'bicycle,car,motorcycle,airplane,bus,train,truck,boat'],
  ['outdoor', 'traffic light,fire hydrant,13,stop sign,parking meter,bench'],
  ['animal', 'bird,cat,dog,horse,sheep,cow,elephant,bear,zebra,giraffe'],
  ['accessory', '27,backpack,umbrella,31,handbag,tie,suitcase'],
  [
    'sports',
    'frisbee,skis,snowboard,sports ball,kite,baseball bat,baseball glove,skateboard,surfboard,tennis racket',
  ],
  ['kitchen', 'bottle,46,wine glass,cup,fork,knife,spoon,bowl'],
  ['food', 'banana,apple,sandwich,orange,broccoli,carrot,hot dog,pizza,donut,cake'],
  ['furniture', 'chair,couch,potted plant,bed,67,dining table,70,toilet'],
  ['electronic', '72,tv,laptop,mouse,remote,keyboard,cell phone'],
  ['appliance', 'microwave,oven,toaster,sink,refrigerator'],
  ['indoor', '84,book,clock,vase,scissors,teddy bear,hair drier,toothbrush'],
];

/**
 * The 80 kinds of COCO, in its order: the place of a kind, from 0, is its class in YOLO's labels. Numbers and names are
 * those of `instances_val2017.json` (cocodataset.org).
 */
export const cocoCategories: readonly CocoCategory[] = numbered();

const places = new Map(cocoCategories.map(({ name }, place) => [name, place]));

/** The place of a kind in COCO's list, from 0; `undefined` for what is none of its kinds. */
export function cocoPlace(label: string): number | undefined {
  return places.get(label);
}

function numbered(): CocoCategory[] {
  const categories: CocoCategory[] = [];
  let id = 0;
  for (const [supercategory, kinds] of groups)
    for (const part of kinds.split(','))
      if (/^\d+$/.test(part)) id = Number(part) - 1;
      else categories.push({ id: ++id, name: part, supercategory });
  return categories;
}
