// The only map of routes and events between the renderer and main.

import { z } from 'zod';
import type { AppError } from '../errors.ts';
import { MAX_AT_ONCE } from '../library/library-limits.ts';
import type { Result } from '../result.ts';
import { MAX_LOOKED_AT } from '../storage/missing-media.ts';
import {
  appStateSchema,
  commandIdSchema,
  keyPlaceSchema,
  practiceStateSchema,
  settingsChangeSchema,
  storageChangeSchema,
} from './app.ts';
import {
  collectedSchema,
  collectionEntrySchema,
  collectionTitleSchema,
  newCollectionSchema,
  refilterSchema,
} from './collections.ts';
import { idSchema, nothingSchema } from './common.ts';
import { draftSchema, maskTilesSchema } from './drafts.ts';
import { exchangeSchema } from './exchanges.ts';
import {
  beginExportSchema,
  beginItemSchema,
  copyItemSchema,
  openExportFileSchema,
  writeExportSchema,
} from './exports.ts';
import { openedFileSchema } from './files.ts';
import {
  facetCountsSchema,
  facetsSchema,
  findSchema,
  foundSchema,
  matchingIdsSchema,
  positionOfSchema,
  timelineGroupsSchema,
  timelineSchema,
} from './finding.ts';
import { problemReportSchema } from './help.ts';
import { askedBySchema, editOrderSchema, exportMaskSchema } from './images.ts';
import { editOrderResultSchema, jobSchema, notificationSchema, queueSchema, speechOrderResultSchema } from './jobs.ts';
import { keptOutcomeSchema, setKeptSchema, tagCountSchema } from './kept.ts';
import {
  addDecodingSchema,
  addProtectedSchema,
  addSourceUsageSchema,
  libraryItemSchema,
  libraryQuerySchema,
  lineTakeSchema,
  overrideVerdictSchema,
  pictureSourceSchema,
  replyOutcomeSchema,
  rereadSchema,
  sampledVoiceSchema,
  saveCopySchema,
  savePictureSchema,
} from './library.ts';
import {
  importBytesSchema,
  importUrlSchema,
  keepThumbnailSchema,
  mediaIdSchema,
  missingMediaSchema,
  pictureSchema,
  sourceDetailsSchema,
} from './media.ts';
import { savedFileSchema, savedSchema } from './provenance.ts';
import { putAsideEntrySchema, putAsideSchema } from './put-aside.ts';
import { maintenanceSchema } from './recovery.ts';
import {
  lineLocationSchema,
  scriptChangeSchema,
  scriptEntrySchema,
  scriptHistorySchema,
  scriptQuerySchema,
  scriptSchema,
  scriptVideoSchema,
} from './scripts.ts';
import { connectionDraftSchema, connectionSchema, connectionTestSchema, settingsPatchSchema } from './settings.ts';
import { lineRefSchema, speechChunkSchema, speechOrderSchema, speechRequestSchema } from './speech.ts';
import { storageUseSchema } from './storage-use.ts';
import { backUpSchema, projectSchema, transferPlaceSchema, transferSchema } from './transfers.ts';
import { deletedForGoodSchema, deleteForGoodSchema, trashedIdsSchema, trashSummarySchema } from './trash.ts';
import { updateStateSchema } from './updates.ts';
import { usageSchema } from './usage.ts';

/** Every request of the renderer: the schemas of its input and its output. */
export const routes = {
  /** Returns everything a window needs when it opens. */
  'app.getState': { input: nothingSchema, output: appStateSchema },
  /** Called when the window is drawn and accepts input; `isIsolated`: its threads can share memory. */
  'app.reportUsable': { input: z.strictObject({ isIsolated: z.boolean() }), output: nothingSchema },
  /**
   * Reports the focus that decides the meaning of keys; the native menu shows each key at the command it runs there.
   */
  'app.reportKeyPlace': { input: keyPlaceSchema, output: nothingSchema },
  /** Reports what *Undo* and *Redo* would do, as the native menu names it; null for nothing. */
  'app.reportUndo': {
    input: z.strictObject({ undo: z.string().max(300).nullable(), redo: z.string().max(300).nullable() }),
    output: nothingSchema,
  },
  /** Gathers what a report of a problem would contain. Nothing is written or sent. */
  'help.prepareReport': { input: nothingSchema, output: problemReportSchema },
  /**
   * Writes the report that was prepared last into a new folder in one that a person chooses; null if they cancelled the
   * dialog.
   */
  'help.saveReport': { input: nothingSchema, output: z.strictObject({ folder: z.string().nullable() }) },
  /** Returns the next file that the person opened from outside, each once; null if none is waiting. */
  'files.takeOpened': { input: nothingSchema, output: openedFileSchema.nullable() },
  /** Shows the page that offers versions, in the system's browser. */
  'updates.openPage': { input: nothingSchema, output: nothingSchema },
  /** Only signed builds can check; others return `failed`. */
  'updates.check': { input: nothingSchema, output: updateStateSchema },
  'updates.download': { input: nothingSchema, output: updateStateSchema },
  'updates.install': { input: nothingSchema, output: nothingSchema },
  'settings.update': { input: settingsPatchSchema, output: nothingSchema },
  /** Saves a connection and makes it the active one. */
  'connections.save': { input: connectionDraftSchema, output: connectionSchema },
  'connections.activate': { input: z.strictObject({ id: idSchema }), output: nothingSchema },
  /** Forgets that results may be fetched from an origin that is not the connection's own. */
  'connections.forgetOrigin': {
    input: z.strictObject({ id: idSchema, origin: z.string().max(2000) }),
    output: nothingSchema,
  },
  'connections.remove': { input: z.strictObject({ id: idSchema }), output: nothingSchema },
  /** Requests the model list from the address of a draft: free, and it verifies address and key. */
  'connections.test': { input: connectionDraftSchema, output: connectionTestSchema },
  /**
   * Sends requests, in this order. One of which an identical take exists or is in progress is not sent, nor one that is
   * there twice; `again` sends in any case. Their jobs are stored all or none.
   */
  'speech.order': {
    input: z.array(speechOrderSchema).min(1).max(1000),
    output: z.array(speechOrderResultSchema),
  },
  /** Returns the takes of identical requests, in the order of the input; null if a request would have to be sent. */
  'speech.findMade': {
    input: z.array(speechRequestSchema).max(100),
    output: z.array(idSchema.nullable()),
  },
  /** Forgets that a relay refused a voice. */
  'voices.allowAgain': {
    input: z.strictObject({ connectionId: idSchema, voice: z.string().max(200) }),
    output: nothingSchema,
  },
  /** Lists the voices with a take that can be played. */
  'voices.listSampled': { input: nothingSchema, output: z.array(sampledVoiceSchema) },
  'usage.list': { input: nothingSchema, output: usageSchema },
  /** Stores bytes from the page: a dropped picture, a painted mask, a picture generated from others. */
  'media.importBytes': { input: importBytesSchema, output: pictureSchema },
  /** Downloads a picture, without any key. */
  'media.importUrl': { input: importUrlSchema, output: pictureSchema },
  'media.keepThumbnail': { input: keepThumbnailSchema, output: nothingSchema },
  /** Returns those of the files that are not in their place: one look at the disk for each, none is read. */
  'media.findMissing': {
    input: z.array(mediaIdSchema).max(MAX_LOOKED_AT),
    output: z.array(missingMediaSchema),
  },
  /**
   * Asks for a missing file and copies it into its place; a file with other bytes is refused. `isLocated` is false if
   * the person closed the dialog.
   */
  'media.locate': {
    input: z.strictObject({ mediaId: mediaIdSchema }),
    output: z.strictObject({ isLocated: z.boolean() }),
  },
  /** Sends one request for an edit. Several variations in JSON are several requests. */
  'images.edit': { input: editOrderSchema, output: z.array(editOrderResultSchema) },
  /** Forgets that a relay did not use the picture sent with that model in that form. */
  'images.allowForm': { input: askedBySchema, output: nothingSchema },
  /** Saves what a person has begun, replacing the earlier draft of that name. */
  'drafts.save': { input: draftSchema, output: nothingSchema },
  /** Returns all drafts. Called when a window opens, before anything is saved. */
  'drafts.load': { input: nothingSchema, output: z.array(draftSchema) },
  /** Saves the changed tiles of a mask. */
  'drafts.saveMask': { input: maskTilesSchema, output: nothingSchema },
  /** Returns the masks of pictures by their keys; a picture without a mask has no entry. */
  'drafts.loadMasks': { input: z.array(idSchema).max(1000), output: z.array(maskTilesSchema) },
  /** Stores what is on a screen before something else takes its place; the oldest beyond the limit are removed. */
  'putAside.add': { input: putAsideSchema, output: nothingSchema },
  /** Lists the work put aside, the latest first. */
  'putAside.list': { input: nothingSchema, output: z.array(putAsideEntrySchema) },
  /** Returns work put aside, which stays in the list. */
  'putAside.read': { input: z.strictObject({ id: idSchema }), output: putAsideSchema },
  'putAside.remove': { input: z.strictObject({ id: idSchema }), output: nothingSchema },
  /** Lists scripts, the last changed first. */
  'scripts.list': { input: scriptQuerySchema, output: z.array(scriptEntrySchema) },
  'scripts.read': { input: z.strictObject({ id: idSchema }), output: scriptSchema },
  /** Adds a script or replaces it. It succeeds while the disk takes nothing; the script is written as soon as it does. */
  'scripts.save': { input: scriptSchema, output: nothingSchema },
  /** Saves what changed since a save. `isSaved` is false if that was not the last one: then the whole has to be sent. */
  'scripts.saveChange': { input: scriptChangeSchema, output: z.strictObject({ isSaved: z.boolean() }) },
  /** Moves scripts to the trash or back. */
  'scripts.setTrashed': {
    input: z.strictObject({ ids: z.array(idSchema).min(1).max(1000), isTrashed: z.boolean() }),
    output: nothingSchema,
  },
  /** Deletes scripts of the trash for good; null is all of them. Their takes stay. @returns how many. */
  'scripts.deleteForGood': { input: trashedIdsSchema, output: z.strictObject({ count: z.number().int() }) },
  /**
   * Returns the takes that were made for lines of a script, and those of `takeIds`, without deleted ones; only those
   * `among` these ids if it is not null.
   */
  'scripts.takes': {
    input: z.strictObject({
      id: idSchema,
      takeIds: z.array(idSchema).max(100_000),
      among: z.array(idSchema).max(100_000).nullable(),
    }),
    output: z.array(lineTakeSchema),
  },
  /** Lists the collections, in no order. */
  'collections.list': { input: nothingSchema, output: z.array(collectionEntrySchema) },
  /** The ids of the collections with an item, among those that a person filled. */
  'collections.having': { input: z.strictObject({ itemId: idSchema }), output: z.array(idSchema) },
  'collections.create': { input: newCollectionSchema, output: z.strictObject({ id: idSchema }) },
  'collections.rename': {
    input: z.strictObject({ id: idSchema, title: collectionTitleSchema }),
    output: nothingSchema,
  },
  /** Removes a collection; its items stay in the library. */
  'collections.remove': { input: z.strictObject({ id: idSchema }), output: nothingSchema },
  /** Brings a removed collection back as it was. */
  'collections.restore': { input: z.strictObject({ id: idSchema }), output: nothingSchema },
  /** Puts items into a collection; `changedIds` were not in it before. */
  'collections.addItems': { input: collectedSchema, output: z.strictObject({ changedIds: z.array(idSchema) }) },
  /** Takes items out of a collection; `changedIds` were in it. */
  'collections.removeItems': { input: collectedSchema, output: z.strictObject({ changedIds: z.array(idSchema) }) },
  /** Replaces the search of a smart collection. */
  'collections.setFilter': { input: refilterSchema, output: nothingSchema },
  /** Returns where a line of a script is; the script may be in the trash. */
  'scripts.locate': { input: lineRefSchema, output: lineLocationSchema },
  'scripts.readHistory': { input: z.strictObject({ id: idSchema }), output: scriptHistorySchema },
  'scripts.saveHistory': { input: scriptHistorySchema, output: nothingSchema },
  /** The video that a person chose for a script, to be shown now: the one before can no longer be read. */
  'scripts.openVideo': { input: z.strictObject({ id: idSchema }), output: scriptVideoSchema.nullable() },
  /** Asks the person for a video and keeps it with the script; null if they closed the dialog. */
  'scripts.chooseVideo': { input: z.strictObject({ id: idSchema }), output: scriptVideoSchema.nullable() },
  'scripts.hideVideo': { input: z.strictObject({ id: idSchema, isHidden: z.boolean() }), output: nothingSchema },
  /** Forgets the video of a script. */
  'scripts.removeVideo': { input: z.strictObject({ id: idSchema }), output: nothingSchema },
  /** Asks for a path and writes a mask there. */
  'images.exportMask': { input: exportMaskSchema, output: savedSchema },
  'jobs.cancel': { input: z.strictObject({ id: idSchema }), output: nothingSchema },
  /**
   * Hides what ended jobs say, for good. An edit of which some pictures came keeps the places of those that failed; they
   * go with the next call.
   */
  'jobs.dismiss': { input: z.strictObject({ ids: z.array(idSchema).min(1).max(10_000) }), output: nothingSchema },
  /** Hides that one picture of an edit failed, by its index in the reply. */
  'jobs.dismissPicture': {
    input: z.strictObject({ id: idSchema, index: z.number().int().nonnegative() }),
    output: nothingSchema,
  },
  /** Returns the exchanges of a job, or of the job that an item came from: one entry per try, the first try first. */
  'exchanges.list': { input: z.strictObject({ id: idSchema }), output: z.array(exchangeSchema) },
  /**
   * Asks for a path, or for a folder if there are several files, and begins an export there. `name` is that of the file
   * or folder; null if the person closed the dialog.
   */
  'exports.begin': {
    input: beginExportSchema,
    output: z.strictObject({ id: idSchema, name: z.string() }).nullable(),
  },
  /** Asks for a folder to save items in, each as an export of its own. Null if the person closed the dialog. */
  'exports.chooseFolder': {
    input: nothingSchema,
    output: z.strictObject({ id: idSchema, name: z.string() }).nullable(),
  },
  /** Begins the export of one item. Fails if it is gone, or its file is missing. `mediaId` is the file that is saved. */
  'exports.beginItem': { input: beginItemSchema, output: z.strictObject({ id: idSchema, mediaId: mediaIdSchema }) },
  /** Writes the item of an export as it is: its best copy, see `library.saveCopy`. */
  'exports.copyItem': { input: copyItemSchema, output: nothingSchema },
  /** Begins the next file; the one before is complete. An export whose request fails has ended, and left nothing. */
  'exports.openFile': { input: openExportFileSchema, output: nothingSchema },
  /** Appends bytes to the file that was begun last. */
  'exports.write': { input: writeExportSchema, output: nothingSchema },
  /** Makes all files durable and gives them their names. */
  'exports.finish': {
    input: z.strictObject({ id: idSchema }),
    output: z.strictObject({ files: z.array(savedFileSchema) }),
  },
  /** Ends an export and removes what it has written. An export that has ended is no error. */
  'exports.abort': { input: z.strictObject({ id: idSchema }), output: nothingSchema },
  /** Moves a waiting job one place up (-1) or down (1) among those of its connection. */
  'jobs.move': {
    input: z.strictObject({ id: idSchema, by: z.union([z.literal(-1), z.literal(1)]) }),
    output: nothingSchema,
  },
  /** Pauses or resumes a waiting job; others of its connection pass it. Fails if it does not wait. */
  'jobs.setPaused': { input: z.strictObject({ id: idSchema, isPaused: z.boolean() }), output: nothingSchema },
  'queues.setPaused': {
    input: z.strictObject({ connectionId: idSchema, isPaused: z.boolean() }),
    output: nothingSchema,
  },
  /** Ends the wait that a relay asked for: waiting jobs are sent now. */
  'queues.retryNow': { input: z.strictObject({ connectionId: idSchema }), output: nothingSchema },
  /** Cancels all jobs of a connection, waiting or running. */
  'queues.cancelAll': { input: z.strictObject({ connectionId: idSchema }), output: nothingSchema },
  /** Fetches the missing results of a reply: free. */
  'replies.fetch': { input: z.strictObject({ id: idSchema }), output: replyOutcomeSchema },
  /** Asks the person whether the connection may fetch from the origin of a missing result, and fetches it then. */
  'replies.allowOrigin': {
    input: z.strictObject({ id: idSchema, index: z.number().int().nonnegative() }),
    output: replyOutcomeSchema,
  },
  /** Asks the relay for the result of a request that it had taken but not finished: free. */
  'replies.ask': { input: z.strictObject({ id: idSchema }), output: replyOutcomeSchema },
  /** Reads the stored bytes of a reply again, as when they arrived: free. */
  'replies.readAgain': { input: z.strictObject({ id: idSchema }), output: replyOutcomeSchema },
  /** The items that are still to be decoded; their replies are kept until `library.addDecoding`. */
  'replies.unchecked': { input: nothingSchema, output: z.strictObject({ ids: z.array(idSchema) }) },
  /**
   * The newest items, or those before one: for lists that grow while they are read, where an offset would skip or repeat
   * items. `library.find` has every filter and order.
   */
  'library.list': {
    input: libraryQuerySchema,
    output: z.strictObject({ items: z.array(libraryItemSchema), hasMore: z.boolean() }),
  },
  /** Returns the items with these ids that exist, in this order. */
  'library.getItems': {
    input: z.strictObject({ ids: z.array(idSchema).max(200) }),
    output: z.strictObject({ items: z.array(libraryItemSchema) }),
  },
  /** A page of the items that a filter means, at any offset. */
  'library.find': { input: findSchema, output: foundSchema },
  /** The ids of such items, many at a time. */
  'library.matchingIds': { input: matchingIdsSchema, output: z.strictObject({ ids: z.array(idSchema) }) },
  /** How many items come before one; null if it is not among them. */
  'library.positionOf': {
    input: positionOfSchema,
    output: z.strictObject({ offset: z.number().int().nonnegative().nullable() }),
  },
  /** The days of such items, and where they begin. */
  'library.timeline': { input: timelineSchema, output: timelineGroupsSchema },
  /** Counts facets; null if a later call has ended it. */
  'library.facets': { input: facetsSchema, output: z.array(facetCountsSchema).nullable() },
  'library.getItem': { input: z.strictObject({ id: idSchema }), output: libraryItemSchema },
  /** Stores the protected picture of an item, replacing an existing one. */
  'library.addProtected': { input: addProtectedSchema, output: libraryItemSchema },
  /** Stores how far the raw result of an item could be decoded. */
  'library.addDecoding': { input: addDecodingSchema, output: libraryItemSchema },
  'library.addSourceUsage': { input: addSourceUsageSchema, output: libraryItemSchema },
  'library.overrideVerdict': { input: overrideVerdictSchema, output: libraryItemSchema },
  /**
   * Asks for a path and writes a copy there: as received, as wav, or the protected picture. `file` is null if the
   * person closed the dialog.
   */
  'library.saveCopy': { input: saveCopySchema, output: savedSchema },
  /** Shows an item's file in the system's program for files: the best one that is in its place. */
  'library.showItem': { input: z.strictObject({ id: idSchema }), output: nothingSchema },
  /** Shows a file there that was saved since the app was started. Fails if it is no longer where it was saved. */
  'library.showSaved': { input: z.strictObject({ fileId: idSchema }), output: nothingSchema },
  /**
   * Changes what a person keeps with items: title, star, rating, tags, note. All are changed in one transaction. Of a disk
   * that fails half way, the outcome names the items that were not changed; each has all of the change or none of it.
   */
  'library.setKept': { input: setKeptSchema, output: keptOutcomeSchema },
  /** The tags of items that are not deleted, those of most items first. */
  'library.listTags': { input: nothingSchema, output: z.array(tagCountSchema) },
  /** Reads headerless pcm at another sample rate, in all takes of the same bytes. */
  'library.reread': { input: rereadSchema, output: libraryItemSchema },
  /**
   * Lets the person drag copies out of the window; called when a drag starts. They are marked, but have no records. The
   * system's drag begins when they are ready, if nothing has ended it by then: else there are no files.
   */
  'library.startDrag': {
    input: z.strictObject({ ids: z.array(idSchema).min(1).max(MAX_AT_ONCE) }),
    output: z.strictObject({ files: z.array(savedFileSchema) }),
  },
  /** The button is up: a drag whose copies are still being made does not begin. */
  'library.endDrag': { input: nothingSchema, output: nothingSchema },
  /**
   * What is needed to save an edit: a name without extension that is free in the last folder, and what its source says of
   * itself; null if the source is not there.
   */
  'library.pictureSource': {
    input: pictureSourceSchema,
    output: z.strictObject({ name: z.string(), details: sourceDetailsSchema.nullable() }),
  },
  /**
   * Asks for a path and writes a picture there that the page generated from an item: another format, another quality.
   */
  'library.savePicture': { input: savePictureSchema, output: savedSchema },
  /**
   * Finds the copies that a synchronisation program has made of the app's files, which the app does not read. `names`
   * are paths under the user-data folder, at most 20.
   */
  'library.findConflictCopies': {
    input: nothingSchema,
    output: z.strictObject({ count: z.number().int().nonnegative(), names: z.array(z.string()) }),
  },
  /** Hides items; their files stay, so that `library.restore` can bring them back. */
  'library.trash': { input: z.strictObject({ ids: z.array(idSchema).max(MAX_AT_ONCE) }), output: nothingSchema },
  /** Begins to verify the library; its progress and result come as `maintenance.changed`. */
  'library.verify': { input: nothingSchema, output: nothingSchema },
  /** Begins to rebuild the library's database from its files. Refused while requests are running. */
  'library.rebuild': { input: nothingSchema, output: nothingSchema },
  /** Counts what the library uses on the disk; null while it cannot be counted. Progress comes as `library.swept`. */
  'library.measure': { input: nothingSchema, output: storageUseSchema.nullable() },
  /** Removes files that nothing needs, and counts what is left. */
  'library.freeUp': { input: nothingSchema, output: storageUseSchema.nullable() },
  /** Ends a verification or a rebuild that a person began. */
  'library.stopMaintenance': { input: nothingSchema, output: nothingSchema },
  /**
   * Asks for a folder for the library, and whether to move it there, or to use the library that is there. Progress and
   * result of this and of the next three come as `transfer.changed`.
   */
  'library.chooseFolder': { input: nothingSchema, output: nothingSchema },
  /**
   * Asks for a place and copies the library there; in a folder only what is not there yet, or is found to be damaged.
   */
  'library.backUp': { input: backUpSchema, output: nothingSchema },
  /** Asks for a library, a back-up or a project, and adds what is not here yet. */
  'library.import': { input: transferPlaceSchema, output: nothingSchema },
  /** Asks for a path and writes some items and scripts there, with all they need, as one zip file. */
  'library.exportProject': { input: projectSchema, output: nothingSchema },
  'library.cancelTransfer': { input: nothingSchema, output: nothingSchema },
  /** Forgets the result of the last transfer. */
  'library.dismissTransfer': { input: nothingSchema, output: nothingSchema },
  /** Shows the library's folder in the system's program for files. */
  'library.showFolder': { input: nothingSchema, output: nothingSchema },
  'library.restore': { input: z.strictObject({ ids: z.array(idSchema).max(MAX_AT_ONCE) }), output: nothingSchema },
  /** Counts items of the trash, and what deleting them for good would free. */
  'library.trashSummary': { input: trashedIdsSchema, output: trashSummarySchema },
  /** Deletes items of the trash for good; those that something needs stay. Progress comes as `library.deleting`. */
  'library.deleteForGood': { input: deleteForGoodSchema, output: deletedForGoodSchema },
  /** Deletes everything in the trash for good, as `library.deleteForGood`. */
  'library.emptyTrash': { input: nothingSchema, output: deletedForGoodSchema },
} as const;

/** All events that main sends to the renderer. */
export const events = {
  'job.updated': jobSchema,
  'job.removed': z.strictObject({ id: idSchema }),
  'queue.changed': queueSchema,
  'speech.chunkArrived': speechChunkSchema,
  'library.changed': z.strictObject({ ids: z.array(idSchema) }),
  'collections.changed': nothingSchema,
  'settings.changed': settingsChangeSchema,
  'maintenance.changed': maintenanceSchema,
  'transfer.changed': transferSchema,
  /** How far `library.measure` or `library.freeUp` is. */
  'library.swept': z.strictObject({ doneRatio: z.number().min(0).max(1) }),
  /** How many items of the trash a deletion for good has looked at. */
  'library.deleting': z.strictObject({ done: z.number().int().nonnegative(), total: z.number().int().positive() }),
  /** The library was opened, or its state has changed. */
  'storage.changed': storageChangeSchema,
  'practice.changed': practiceStateSchema,
  /** Files are waiting for `files.takeOpened`. */
  'files.opened': nothingSchema,
  /** The person clicked the system's notification of a request that has ended. */
  'notification.clicked': notificationSchema,
  /** The person chose a command in the native menu. */
  'command.invoked': z.strictObject({ id: commandIdSchema }),
  /** The native menu received a key, as written in the commands' `keys`. */
  'key.pressed': z.strictObject({ key: z.string() }),
} as const;

export type RouteName = keyof typeof routes;
export type RouteInput<R extends RouteName> = z.input<(typeof routes)[R]['input']>;
export type RouteOutput<R extends RouteName> = z.infer<(typeof routes)[R]['output']>;
export type RouteResult<R extends RouteName> = Result<RouteOutput<R>, AppError>;

export type EventName = keyof typeof events;
export type EventPayload<E extends EventName> = z.infer<(typeof events)[E]>;
/** An event with its sequence number: `seq` increases by one with each, so that a gap can be detected. */
export type EventEnvelope = { [E in EventName]: { seq: number; name: E; payload: EventPayload<E> } }[EventName];

/** What the preload exposes as `window.studio`. */
export type StudioBridge = {
  request: (route: string, input: unknown) => Promise<unknown>;
  onEvent: (listener: (envelope: unknown) => void) => void;
};
