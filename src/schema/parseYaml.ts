/** YAML's reader, in a file of its own that is imported with the first file in YAML. */
export { isMap, isScalar, parseDocument } from 'yaml';
