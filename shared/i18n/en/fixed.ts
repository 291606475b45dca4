// English texts that are known whatever the language of the app is: those that are sent in requests and recognised again,
// and what the page says if it cannot read its texts.

export const fixed = {
  'app.startFailed': 'Relay Studio could not start. Close the window and open it again.',
  'prompt.mention': 'image {number}',
  'prompt.guide.change': 'Change: {text}',
  'prompt.guide.keep': 'Keep: {text}',
  'prompt.guide.style': 'Style: {text}',
  'prompt.maskAreas': 'Edit only this area of image 1: {areas}.',
  'prompt.annotatedImage':
    'Image {number} is a copy of image 1 in which the area to edit is tinted and outlined in magenta; it is only a guide, do not show the magenta.',
  'prompt.keepRest': 'Leave everything else in image 1 exactly as it is: same position, size and colours.',
  'prompt.voiceSample': 'Hello, it is nice to meet you.',
  'speech.sample': 'Hello from the studio, this is a first sentence.',
  'speech.sampleStory':
    'The lighthouse keeper counted the waves until he lost count, and then he began again. That night, for the first time in years, one of them answered.',
  'speech.sampleNotice':
    'Good evening. The last train to the harbour leaves from platform three in ten minutes. Please keep your luggage with you.',
} as const;
