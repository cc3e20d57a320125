"""Addresses without a street: boxes, rural and military routes, East Asian blocks."""

import re

# Words that say of themselves what they are; a postcode may follow and goes along.
BOXES = re.compile(
    r"(?<![\w])(?:"
    r"(?i:p\.? ?o\.? ?box|post office box|g\.?p\.?o\.? box|locked bag|private bag|postfach|postbus|casella postale|c\.p\."
    r"|apartado(?: de correos| postal)?|apdo\.?|caixa postal|boîte postale|skr(?:ytka|\.) poczt(?:owa|\.)|postboks|pl\.? ?[0-9]{1,4},? postilokero)"
    r"[ :#]{0,2}(?:n[ro.º]{0,2} ?)?[0-9]{1,4}(?:[ ]?[0-9]{2,3}){0,2}"
    r"|PSC [0-9]{1,5},? (?:Box|BOX) [0-9]{1,5}|(?:Unit|UNIT|CMR) [0-9]{1,5},? (?:Box|BOX) [0-9]{1,5}"
    r"|(?:USNS|USS|USCGC|HMS) [A-Z][\w'-]{1,30}(?: [A-Z][\w'-]{1,30})?(?=,?\s{1,3}(?:APO|FPO|DPO|BFPO))"
    r"|(?:R\.?R\.?|HC|Rural Route|Star Route|S\.?R\.?|RFD) ?#?[0-9]{1,4},? (?:Box|BOX) #?[0-9]{1,5}[A-Z]?"
    r"|[0-9]{2,6} (?:[NSEW]\.? |North |South |East |West )?(?:(?:US|U\.S\.|State|County|Old|Farm)[ -])?(?:Highway|Hwy\.?|Road|Rd\.?|Route|Rte\.?|FM|CR|SR) [0-9]{1,4}[A-Z]?(?: [NSEW]| North| South| East| West)?"
    r"|BFPO [0-9]{1,4}"
    r")(?![\w])"
)
# From the prefecture or the road down to the block, as they write it.
EAST_ASIAN = re.compile(
    r"(?:[\u4e00-\u9fff]{1,3}[都道府県])?[\u3041-\u309f\u4e00-\u9fffヶケノ々]{1,8}[市区郡町村][\u3040-\u30ff\u4e00-\u9fff々]{0,14}"
    r"[0-9]{1,4}(?:丁目|番地?|-[0-9]{1,4})(?:[0-9]{1,4}(?:番地?|号|-[0-9]{1,4})?){0,3}(?:-[0-9]{1,4}){0,2}号?"
    r"(?:[ ]?[\u3040-\u30ff\u4e00-\u9fffA-Za-z-]{1,14}[0-9]{1,4}(?:号室)?)?"
    r"|[\u4e00-\u9fff]{0,14}[\u4e00-\u9fff](?:路|街|大道|巷|弄|胡同)[0-9]{1,5}[号號](?:[0-9A-Za-z]{1,4}(?:号楼|楼|栋|单元|室|層|樓)){0,4}(?:[ ,]{0,2}[0-9]{6})?"
    r"|[가-힣]{1,8}(?:시|도)[ ](?:[가-힣]{1,8}(?:시|군|구)[ ]){0,2}[가-힣0-9]{1,12}(?:로|길|대로)[ ]?[0-9]{1,4}(?:-[0-9]{1,3})?"
)
# "H.No. 12, Magar Road", "50667 Köln, Lindenstraße 12".
AHEAD_OF_STREET = re.compile(
    r"(?:(?i:h\.? ?no\.?|house no\.?|nr\.?)[ ]"
    r"|(?:[A-Z]{1,2}-)?[0-9]{4,5} [^\W\d_a-z][\w.-]{1,30}(?: [^\W\d_a-z][\w.-]{1,30}){0,2},\s{1,2})\Z"
)
LOOK_AHEAD = 80
