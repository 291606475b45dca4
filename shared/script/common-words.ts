// Words that often stand before a colon and are nobody's name: of books, recipes, notes and dialogues, in English and
// Chinese. Keys as `roleKey` makes them.

/** A name that is numbered by habit: transcripts call people so. */
const NUMBERED_PEOPLE =
  /^(?:speaker|person|voice|guest|host|caller|narrator|说话人|发言人|嘉宾|主持人|旁白) ?\p{Nd}{1,2}$/u;

const WORDS: ReadonlySet<string> = new Set(
  `a|abstract|action|activity|address|agenda|also|answer|appendix|attention|author|background|bonus|breaking|bridge|
  but|caution|challenge|chapter|chorus|city|conclusion|context|correction|country|danger|date|day|definition|
  description|details|diet|directions|discussion|due|duration|email|ending|ep|episode|epilogue|error|example|examples|
  exclusive|fact|fact check|fig|figure|final|finally|first|for example|format|from|fun fact|goal|goals|hint|history|
  homework|however|how|how to|idea|important|information|info|ingredients|instructions|intro|introduction|key|
  keywords|language|last|lesson|level|list|location|main|meaning|method|model|mood|music|name|nb|new|next|not|note|
  notes|now|number|objective|of|on the other hand|one|option|outcome|outro|overview|p.s.|page|part|phone|place|plan|
  plot|poll|preface|price|problem|procedure|prologue|pros|cons|ps|purpose|q|question|questions|quote|re|reason|recap|
  recipe|remember|reminder|requirements|result|results|review|rule|rules|scene|second|section|serves|servings|setting|
  sfx|so|solution|song|sound|source|sources|spoiler|start|status|step|steps|subject|summary|synopsis|table|takeaway|
  task|test|that is|the end|then|theme|third|this|time|tip|tips|title|to|to do|today|todo|tomorrow|tonight|tools|
  topic|total|translation|two|type|update|usage|verse|version|video|visual|warning|website|week|what|when|where|who|
  why|yesterday|yield|act|section|volume|vol|verdict|view|
  注意|提示|注|备注|警告|说明|重要|重点|例如|比如|例|问|答|问题|答案|时间|地点|日期|步骤|标题|题目|作者|来源|摘要|总结|
  结论|原料|材料|食材|做法|用法|方法|目的|目标|原因|结果|背景|简介|前言|序言|后记|附录|内容|主题|关键词|定义|
  解释|译文|翻译|原文|首先|其次|然后|最后|因此|所以|但是|总之|另外|另一方面|也就是说|换句话说|今天|明天|昨天|
  姓名|名字|电话|地址|邮箱|价格|总计|第一|第二|第三|第四|第五|其一|其二|场景|音乐|音效|画面|字幕`
    .split('|')
    .map((word) => word.trim()),
);

/** How a sentence begins that leads to what is quoted: *In 1999*, *He said*, *As follows*. */
const SENTENCE_STARTS =
  /^(?:in|on|at|after|before|during|for|by|with|as|if|and|or|because|since|until|here|there|these|those|this|that|it|he|she|they|we|you|i|my|our|your|his|her|their)\b(?! \p{L}\.)/u;
const SENTENCE_ENDS =
  /(?:\b(?:said|says|say|asked|asks|replied|replies|answered|answers|added|adds|wrote|writes|shouted|whispered|explained|continued|thought|told|reads|means|is|are|was|were|following|follows|include|includes|including)|说|说道|问|问道|答|答道|回答|喊|喊道|叫道|写道|表示|补充|补充道|认为|指出|如下|包括|是)$/u;
const CHINESE_PLACE = /^第.{1,6}[章节回部集卷幕步条课讲天]/u;

/** Whether what stands before a colon is likely no name of a role. @param key of it, as `roleKey` makes it */
export function isCommonWord(key: string): boolean {
  if (NUMBERED_PEOPLE.test(key)) return false;
  return (
    WORDS.has(key) ||
    /\p{N}/u.test(key) ||
    CHINESE_PLACE.test(key) ||
    SENTENCE_STARTS.test(key) ||
    SENTENCE_ENDS.test(key)
  );
}
