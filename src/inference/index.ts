/** The wrapper as a library: `dist/inference.mjs`. */
export { ValueError, SightlineError, type ErrorCode } from '../base/errors.ts';
export type { Remedy, RemedyKind } from '../base/remedies.ts';
export { imageToDataUrl } from './wrapper/imageToDataUrl.ts';
export type { ImageOptions, ImageSource, RawPixels } from '../images/preparedImage.ts';
export type { Answer, AnswerEvent, EndReason, Usage } from './api/answer.ts';
export type { Box, Code, Face, Findings, Point, TextLine, Thing } from '../recognition/findings.ts';
export type { ApiFormat } from './api/apiFormat.ts';
export { LLM, type CallOptions, type LLMOptions, type NativeResponse } from './wrapper/llm.ts';
export type { SentRequest, ToolCall } from './api/question.ts';
