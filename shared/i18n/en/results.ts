// English texts about new results: how they are shown, and what they show.

export const results = {
  'images.newResults': 'New results',
  'images.resultOnCanvas': 'Result {number} on the canvas',
  'images.resultReady': 'Result ready',
  'images.resultsReady': '{number} results ready',
  'images.showReady': 'Show',
  'images.compare': 'Compare',
  'images.backToGrid': 'All results',
  'images.openResult': 'Open result {number}',
  'images.markToCompare': 'Select result {number} to compare',
  'images.gridKeys': 'Enter opens · arrow keys move · Space selects two to compare',
  'images.sentAndBack': 'Sent as {sent}, resized to {back}',
  'images.broughtBack': 'Your size',
  'library.fact.sentSize': 'Sent size',
  'images.unchanged.nothing': 'Nothing changed',
  'images.unchanged.almost': 'Almost nothing changed',
  'images.unchanged.same': 'The result matches your picture pixel for pixel.',
  'images.unchanged.sameInMask': 'Inside the mask, the result matches your picture.',
  'images.unchanged.little': 'Only {percent} % of the pixels differ from your picture.',
  'images.unchanged.littleInMask': 'Inside the mask, only {percent} % of the pixels differ from your picture.',
  'images.unchanged.free': 'Made on this computer: nothing was billed.',
  'images.unchanged.billed': 'The relay sent a complete result, so this request may have been billed.',
  'images.unchanged.try':
    'Say what to change and how it should look. A larger mask leaves more room. “How it is sent” offers the other request form.',
  'images.unchanged.tryPractice':
    'Try “Make it darker”, “Erase this”, “Fill with blue” or “Blur it”. For anything else, add a connection in Settings.',
  'images.changeInstruction': 'Change the instruction',
  'images.sources': 'Sources',
  'images.sourceN': 'Source {number}: {name}',
  'images.bringBackFailed': 'it could not be resized to the size of your picture',
  'images.bringBackAgain': 'Resize now',
} as const satisfies Readonly<Record<string, string>>;
