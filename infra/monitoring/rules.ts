import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const RULES_FILE = fileURLToPath(new URL('alerts.yml', import.meta.url))

export type Rule = { alert: string; expr: string; runbook: string }

const RULE = /- alert: (\w+)\n\s+expr: (.+)\n(?:.*\n)*?\s+runbook_url: (\S+)/g

/** Reads the file's one form, in which an expression is one line; promtool checks that it is valid YAML. */
export function readRules(): Rule[] {
  const text = readFileSync(RULES_FILE, 'utf8')
  const rules = [...text.matchAll(RULE)].map(([, alert = '', expr = '', runbook = '']) => ({ alert, expr, runbook }))
  if (rules.length !== text.split('alert:').length - 1) throw new Error('A rule of alerts.yml has another form')
  return rules
}

const LABELS_AND_TEXTS = /\{[^}]*\}|"[^"]*"|\[[^\]]*\]|\b(?:by|without)\s*\([^)]*\)/g
const OPERATORS = /^(?:and|or|unless|on|ignoring|bool|offset|by|without)$/

/** The metrics that an expression reads. */
export function metricsIn(expr: string): string[] {
  const words = expr.replaceAll(LABELS_AND_TEXTS, ' ').matchAll(/[a-zA-Z_]\w*(?!\w)(\s*\()?/g)
  const names = [...words].filter(([word, call]) => call === undefined && !OPERATORS.test(word)).map(([word]) => word)
  return [...new Set(names)]
}
