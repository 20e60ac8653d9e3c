import { Refusal, titleOfRefusal } from './refusal'

export const generateMetadata = () => titleOfRefusal('forbidden')

/** What is there, but not for whoever asks, within the frame of the pages beside it. */
export default function Forbidden() {
  return <Refusal why="forbidden" />
}
