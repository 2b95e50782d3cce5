/**
 * At most two letters or digits that stand for a name; '' without any. Words with a capital go first, so that
 * «Հաց և Գինի» is ՀԳ.
 */
export function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’]*/gu) ?? []
  const capital = words.filter((word) => /^[\p{Lu}\p{N}]/u.test(word))
  const [first = '', second = ''] = capital.length > 0 ? capital : words
  return letterOf(first) + letterOf(second)
}

const letterOf = (word: string): string => /^./u.exec(word.toUpperCase())?.[0] ?? ''
