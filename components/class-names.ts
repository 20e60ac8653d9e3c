/** Joins class names and drops what is not one, so that conditions can stand in place. */
export function classNames(...names: (string | false | null | undefined)[]) {
  return names.filter(Boolean).join(' ')
}
