/** Programs of the corpus that the compiler may refuse for now, with the reason. Whatever is not listed must compile. */
export const refused: Readonly<Record<string, string>> = {
  'later-closures-collected-in-a-loop': 'closures in an array cannot travel',
  'later-closure-returned-by-a-closure': 'the variable of the outer closure is out of reach',
  'later-generator-live-across-a-hop': 'a generator cannot travel; collect it first',
  'later-iterator-live-across-a-hop': 'an iterator cannot travel; collect it first',
  'later-promise-all-of-activities': 'parallel branches are the next version',
  'later-promise-all-over-a-map': 'parallel branches are the next version',
  'later-for-await-with-suspending-body': 'an async iterator cannot travel',
  'later-own-iterable-in-a-suspending-loop': 'an iterator of a class of the user cannot travel; collect it first',
  'later-class-instance-live-across-a-hop': 'an instance travels only with a registered codec',
  'later-arguments-object-after-a-hop': 'arguments would have to travel; a rest parameter says the same',
  'later-return-without-await-inside-try': 'inside try the await changes what is caught, so it is asked for',
  'later-assignment-to-a-constant': 'it could only throw; TypeScript refuses it too',
  'later-new-of-a-member-class': 'the class is read before the arguments, and would have to travel',
};
