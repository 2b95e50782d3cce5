/** Word groups that the build cuts from a locale file (split-words.ts). In unit tests each group is the whole file. */
declare module '*.json?first' {
  const words: Record<string, object>
  export default words
}
declare module '*.json?site' {
  const words: Record<string, object>
  export default words
}
declare module '*.json?people' {
  const words: Record<string, object>
  export default words
}
declare module '*.json?rest' {
  const words: Record<string, object>
  export default words
}
declare module '*.json?staff' {
  const words: Record<string, object>
  export default words
}
declare module '*.json?events' {
  const words: Record<string, object>
  export default words
}
declare module '*.json?audit' {
  const words: Record<string, object>
  export default words
}
declare module '*.json?shops' {
  const words: Record<string, object>
  export default words
}
declare module '*.json?pricing' {
  const words: Record<string, object>
  export default words
}
declare module '*.json?person' {
  const words: Record<string, object>
  export default words
}
declare module '*.json?registration' {
  const words: Record<string, object>
  export default words
}
declare module '*.json?fields' {
  const words: Record<string, object>
  export default words
}
