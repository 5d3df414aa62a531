import { expect, test } from 'vitest';
import { sentMessage } from '../../../../src/editor/pictures/pictureMessages.ts';
import { prepareImage } from '../../../../src/images/prepare/prepareImage.ts';
import { blue, halves, jpeg, red } from '../../../support/pictures.ts';

const picture = await prepareImage(await jpeg(halves(2001, 900, red, blue)), {
  maxSide: 512,
  detail: 'tiles',
});
const crops = {
  ...{ across: 2, width: 2001, height: 900 },
  crops: [
    { left: 0, top: 0, width: 1001, height: 900, dataUrl: picture.tiles?.dataUrls[0] },
    { left: 1001, top: 0, width: 1000, height: 900, dataUrl: picture.tiles?.dataUrls[1] },
  ],
};

test('each crop that was sent is told with the place that it was cut from', () => {
  expect(sentMessage('photo.jpg', picture).tiles).toEqual(crops);
});

test('so are the crops of a picture that was kept before their place was', () => {
  const { across = 0, down = 0, dataUrls = [] } = picture.tiles ?? {};
  expect(sentMessage('photo.jpg', { ...picture, tiles: { across, down, dataUrls } }).tiles).toEqual(crops);
});
