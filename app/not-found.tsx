import { Refusal, titleOfRefusal } from '@/app/_request/refusal'
import { Shell } from '@/app/_request/shell'

export const generateMetadata = () => titleOfRefusal('notFound')

/** For addresses of no page at all. What has a frame of its own has a page of its own for what is not there. */
export default function NotFound() {
  return (
    <Shell>
      <Refusal why="notFound" />
    </Shell>
  )
}
