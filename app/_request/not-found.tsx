import { Refusal, titleOfRefusal } from './refusal'

export const generateMetadata = () => titleOfRefusal('notFound')

/** What is not there, within the frame of the pages beside it. */
export default function NotFound() {
  return <Refusal why="notFound" />
}
