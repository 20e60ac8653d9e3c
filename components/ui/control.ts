import { classNames } from '@/components/class-names'
import { controlAttributes, controlLook, type FieldProps } from '@/components/ui/field'
import { useField } from '@/components/ui/form-state'

type Given = FieldProps & { name: string; id?: string; className?: string; defaultValue?: unknown }

/**
 * What a text field of any kind takes, and its control within: from its props, and from what its form last
 * received. `id` is the name unless given.
 * @param look of this kind, next to what all have
 */
export function useControl<Props extends Given>(props: Props, look?: string | false) {
  const { label, hint, note, name, id = name, className, error: given, keep, defaultValue, ...rest } = props
  const { error, value } = useField({ name, error: given, defaultValue })
  return {
    // What no one typed has no label to be shown with again.
    field: { id, name: 'readOnly' in rest && rest.readOnly ? undefined : name, label, hint, error, note },
    control: {
      name,
      'data-draft': keep || undefined,
      className: classNames(controlLook(error), look, className),
      ...controlAttributes(id, { hint, error }),
      ...rest,
    },
    value,
  }
}
