/** The URL that a font is served under. */
declare module '*.woff2' {
  const url: string
  export default url
}
