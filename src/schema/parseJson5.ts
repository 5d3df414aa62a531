/** The reader of JSON with comments and the like, in a file of its own that is imported with the first such file. */
export { default as json5 } from 'json5';
