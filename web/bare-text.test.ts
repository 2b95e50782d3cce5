// @vitest-environment node
/**
 * Browsers that translate a page replace its text nodes. React then fails to insert or remove beside a text, and
 * updates one that is no longer shown. So a text beside anything else needs an element of its own.
 */
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, it } from 'vitest'

const repository = fileURLToPath(new URL('..', import.meta.url))
const TEXT = ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike
const NOTHING = ts.TypeFlags.Null | ts.TypeFlags.Undefined | ts.TypeFlags.BooleanLike

/** Lines that break the rule, with their JSX. */
function violations(source: ts.SourceFile, checker: ts.TypeChecker): string[] {
  const found: string[] = []
  const typesOf = (expression: ts.Expression): readonly ts.Type[] => {
    const type = checker.getTypeAtLocation(expression)
    return type.isUnion() ? type.types : [type]
  }
  const isText = (type: ts.Type): boolean => (type.flags & TEXT) !== 0 && !(type.isStringLiteral() && type.value === '')
  const mayBeText = (child: ts.JsxChild): boolean =>
    ts.isJsxText(child) ||
    (ts.isJsxExpression(child) && child.expression !== undefined && typesOf(child.expression).some(isText))
  /** A caller's children: a string is one kind of many. */
  const isHandedIn = (expression: ts.Expression): boolean =>
    typesOf(expression).some(isText) && typesOf(expression).some((type) => (type.flags & (TEXT | NOTHING)) === 0)
  const comesAndGoes = (child: ts.JsxChild): boolean => {
    if (!ts.isJsxExpression(child) || !child.expression || typesOf(child.expression).every(isText)) return false
    return isConditional(child.expression) || (!isHandedIn(child.expression) && typesOf(child.expression).length > 1)
  }
  /** Text only; spaces are not translated. */
  const isBareText = (child: ts.JsxChild): boolean => {
    if (ts.isJsxText(child)) return true
    const expression = ts.isJsxExpression(child) ? child.expression : undefined
    return (
      expression !== undefined &&
      typesOf(expression).every(isText) &&
      !(ts.isStringLiteral(expression) && expression.text.trim() === '')
    )
  }
  /** A locale sentence without values does not change while shown. */
  const stays = (child: ts.JsxChild): boolean =>
    ts.isJsxText(child) ||
    (ts.isJsxExpression(child) && child.expression !== undefined && isPlainSentence(child.expression))
  const visit = (node: ts.Node): void => {
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) {
      const children = node.children.filter((child) => !isBlank(child))
      const isOnlyText =
        children.length === 1 && ts.isJsxElement(node) && /^[a-z]/.test(node.openingElement.tagName.getText())
      const texts = children.filter(mayBeText)
      const moving = children.filter(comesAndGoes)
      const bare = children.filter(isBareText)
      const hasSiblings = children.length > 1 && (bare.length < children.length ? bare.length > 0 : !bare.every(stays))
      const breaks =
        hasSiblings || moving.some((child) => texts.includes(child) || texts.some((text) => text !== child))
      if (!isOnlyText && breaks) {
        const { line } = source.getLineAndCharacterOfPosition(node.getStart())
        found.push(
          `${source.fileName.replace(repository, '')}:${line + 1} ${node.getText().replaceAll(/\s+/g, ' ').slice(0, 120)}`,
        )
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function isBlank(child: ts.JsxChild): boolean {
  return (ts.isJsxText(child) && child.text.trim() === '') || (ts.isJsxExpression(child) && !child.expression)
}

function isConditional(expression: ts.Expression): boolean {
  if (ts.isParenthesizedExpression(expression)) return isConditional(expression.expression)
  if (ts.isConditionalExpression(expression)) return true
  if (ts.isBinaryExpression(expression)) {
    const { AmpersandAmpersandToken, BarBarToken, QuestionQuestionToken } = ts.SyntaxKind
    return [AmpersandAmpersandToken, BarBarToken, QuestionQuestionToken].includes(expression.operatorToken.kind)
  }
  return (
    ts.isCallExpression(expression) &&
    ts.isPropertyAccessExpression(expression.expression) &&
    /^(map|flatMap)$/.test(expression.expression.name.text)
  )
}

const isPlainSentence = (expression: ts.Expression): boolean =>
  ts.isCallExpression(expression) && expression.arguments.length === 1 && expression.expression.getText() === 't'

function violationsIn(files: readonly string[], virtual = new Map<string, string>()): string[] {
  const { config } = ts.readConfigFile(`${repository}tsconfig.json`, ts.sys.readFile) as { config: object }
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, repository)
  const host = ts.createCompilerHost(options)
  const { readFile, fileExists, getSourceFile } = host
  host.readFile = (name) => virtual.get(name) ?? readFile(name)
  host.fileExists = (name) => virtual.has(name) || fileExists(name)
  host.getSourceFile = (name, ...rest) =>
    virtual.has(name)
      ? ts.createSourceFile(name, virtual.get(name)!, ts.ScriptTarget.ES2024, true, ts.ScriptKind.TSX)
      : getSourceFile(name, ...rest)
  const program = ts.createProgram([...files, ...virtual.keys()], options, host)
  const checker = program.getTypeChecker()
  const wanted = new Set([...files, ...virtual.keys()])
  return program
    .getSourceFiles()
    .filter(({ fileName }) => wanted.has(fileName))
    .flatMap((source) => violations(source, checker))
}

it('no text of the web app has a sibling, so that translated pages keep working', () => {
  const files = ts.sys.readDirectory(`${repository}web`, ['.tsx']).filter((file) => !file.endsWith('.test.tsx'))
  expect(files.length).toBeGreaterThan(200)
  expect(violationsIn(files)).toEqual([])
}, 600_000)

it.each([
  [
    'a spinner before children',
    'const A = ({ busy, children }: { busy: boolean; children: React.ReactNode }) => <button>{busy && <i />}{children}</button>',
    1,
  ],
  ['a sentence beside a badge', 'const A = ({ on }: { on: boolean }) => <p>Open{on && <b>new</b>}</p>', 1],
  ['text that comes and goes', "const A = ({ on }: { on: boolean }) => <p><b>1</b>{on && ' more'}</p>", 1],
  ['a number beside its unit', 'const A = ({ n }: { n: number }) => <p>{n} points</p>', 1],
  [
    'text or an element as the child of a component',
    "const A = ({ on }: { on: boolean }) => <B>{on ? 'text' : <i />}</B>; const B = (_: { children: React.ReactNode }) => null",
    1,
  ],
  ['text by itself', 'const A = ({ n }: { n: number }) => <p>{n}</p>', 0],
  ['a sentence beside an element', 'const A = () => <p>Open <b>now</b></p>', 1],
  [
    'children beside an element that stays',
    'const A = ({ children }: { children: React.ReactNode }) => <p><b>1</b>{children}</p>',
    0,
  ],
  [
    'each in an element of its own',
    'const A = ({ on, n }: { on: boolean; n: number }) => <p><span>{n}</span>{on && <b>new</b>}</p>',
    0,
  ],
])(
  'the rule knows %s',
  (_name, code, count) => {
    const name = `${repository}web/rule-under-test.tsx`
    expect(violationsIn([], new Map([[name, `import type * as React from 'react'\nexport ${code}`]]))).toHaveLength(
      count,
    )
  },
  120_000,
)
