/** Joins class names and drops everything else, so that conditions can be written inline. */
export function classNames(...names: (string | false | null | undefined)[]) {
  return names.filter(Boolean).join(' ')
}
