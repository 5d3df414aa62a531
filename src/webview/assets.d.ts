declare module '*.css';

/** The file as a data URL. */
declare module '*.svg' {
  const url: string;
  export default url;
}
