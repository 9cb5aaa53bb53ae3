const rules: readonly [RegExp, string][] = [
  [/\b(Bearer\s+)[\w.~+/=-]{8,}/gi, '$1[token]'],
  [/("?(?:password|token|newPassword|currentPassword|authorization)"?\s*[:=]\s*"?)[^"\s,}]+/gi, '$1[secret]'],
  [/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '[e-mail]'],
  [/(?<![\w.])(?:\+?63|0)[\s-]?9\d{2}[\s-]?\d{3}[\s-]?\d{4}\b/g, '[phone]'],
];

/** What goes into a log or leaves the machine holds no token, password, e-mail address or phone number. */
export function redact(text: string): string {
  return rules.reduce((redacted, [pattern, replacement]) => redacted.replace(pattern, replacement), text);
}
