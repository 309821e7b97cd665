import type { ApprovalTexts } from '../agent-texts.js'

export const chineseApprovalTexts: ApprovalTexts = {
  verbs: `add=添加/添加, activate=启用/启用, approve=批准/批准, archive=归档/归档, assign=分配/分配, block=冻结/冻结, book=预订/预订, cancel=取消/取消,
    capture=收取/收取, change=修改/修改, check=检查/检查, close=关闭/关闭, confirm=确认/确认, copy=复制/复制, create=创建/创建, deactivate=停用/停用,
    delete=删除/删除, extend=延长/延长, import=导入/导入, invite=邀请/邀请, link=关联/关联, login=登录/登录, logout=登出/登出, move=移动/移动,
    open=打开/打开, order=订购/订购, pause=暂停/暂停, pay=支付/支付, place=提交/提交, publish=发布/发布, refund=退款/退款, register=注册/注册,
    reject=拒绝/拒绝, release=释放/释放, rename=重命名/重命名, report=上报/上报, request=申请/申请, reset=重置/重置, restart=重启/重启,
    restore=恢复/恢复, resume=继续/继续, return=退回/退回, revoke=撤销/撤销, run=执行/执行, save=保存/保存, schedule=安排/安排, send=发送/发送,
    share=分享/分享, start=启动/启动, stop=停止/停止, subscribe=订阅/订阅, transfer=转账/转账, unblock=解锁/解锁, unlink=解除关联/解除关联,
    unsubscribe=退订/退订, upload=上传/上传, write=写入/写入`,
  methods: { POST: '发送到', PUT: '写入', PATCH: '修改', DELETE: '删除', GET: '读取' },
  sentence: '这将{verb} {rest}{request}{details}。',
  unknown: '这将执行“{title}”{request}{details}。',
  goAhead: '可以吗？',
  said: '您说的是 {words}。',
  again: '请回答是或否。',
  gone: '这个问题已失效，所以什么都没有做。请再说一遍您的要求。',
  length: '{count} 个字符',
  entries: { one: '{count} 项', many: '{count} 项' },
  unexpected: '以及集合中没有的 {count} 项：{fields}',
  more: '以及另外 {count} 项：{names}',
  others: '{names} 和另外 {count} 项',
}
