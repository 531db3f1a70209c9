/** The ids of the versions to compare after one was chosen or left: two at most, of which the newest choices stay. */
export function chosenToCompare(ids: readonly string[], id: string, isChosen: boolean): readonly string[] {
  const others = ids.filter((each) => each !== id);
  return isChosen ? [...others.slice(-1), id] : others;
}
