/** The wrapper as a library: `dist/inference.mjs`. */
export { ValueError, SightlineError, type ErrorCode } from '../errors.ts';
export { imageToDataUrl } from '../images/imageToDataUrl.ts';
export type { ImageOptions, ImageSource, RawPixels } from '../images/preparedImage.ts';
export type { Answer, AnswerEvent, EndReason, Usage } from './answer.ts';
export type { ApiFormat } from './apiFormat.ts';
export { LLM, type CallOptions, type LLMOptions, type NativeResponse } from './llm.ts';
export type { SentRequest } from './question.ts';
