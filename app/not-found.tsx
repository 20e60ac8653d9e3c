import { Refusal, titleOfRefusal } from '@/app/_request/refusal'
import { Shell } from '@/app/_request/shell'

export const generateMetadata = () => titleOfRefusal('notFound')

/** For URLs outside every area; areas with a frame have their own "not found" page. */
export default function NotFound() {
  return (
    <Shell>
      <Refusal why="notFound" />
    </Shell>
  )
}
