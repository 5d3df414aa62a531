import { JSDOM } from 'jsdom';
import { expect, test } from 'vitest';
import { hocrEnd, hocrPage, hocrStart } from '../../../src/cli/reading/hocr.ts';
import { lineOf, someFindings } from '../../support/someFindings.ts';
