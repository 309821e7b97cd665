import { lazy } from '../../toolkit/model/lazy.js'
import { pairs } from '../heard-language.js'

/**
 * Chinese nouns that are common in APIs, and verbs that no `Action` (such as `create`) covers, each with its English
 * word. All have two characters, because search splits Chinese text into pairs of characters.
 */
export const chineseWords = lazy(() =>
  pairs(`
  用户 user, 客户 顾客 customer, 员工 职员 employee, 经理 manager, 管理 administrator, 会员 成员 member, 小组 群组 group, 团队 team, 公司 企业 company, 组织 organization,
  部门 department, 职位 岗位 position, 卖家 seller, 买家 buyer, 联系 contact, 朋友 好友 friend, 作者 author, 粉丝 follower, 个人 profile, 账户 账号 帐号 account,
  角色 role, 权限 permission, 密码 password, 登录 登陆 login, 登出 logout, 会话 session, 地址 address,

  产品 商品 product, 订单 order, 购物 cart, 发票 invoice, 账单 bill, 收据 receipt, 支付 付款 payment, 价格 price, 折扣 优惠 discount, 促销 promotion,
  品牌 brand, 类别 分类 category, 商店 店铺 门店 store, 仓库 warehouse, 库存 inventory, 供应 supplier, 退货 return, 退款 refund, 物流 发货 shipment, 配送 delivery,
  包裹 快递 package, 税率 tax, 货币 币种 currency, 余额 balance, 钱包 wallet, 转账 transfer, 交易 transaction, 银行 bank, 贷款 loan, 费用 expense, 收入 income,
  预算 budget, 报价 quote, 套餐 plan, 订阅 subscription, 合同 contract, 保险 insurance, 保单 policy,

  房间 客房 room, 餐桌 table, 行程 旅行 trip, 航班 flight, 座位 seat, 车票 门票 ticket, 乘客 passenger, 机场 airport, 酒店 hotel, 日程 排期 schedule, 日历 calendar,
  活动 事件 event, 会议 meeting, 地点 place, 位置 location, 路线 route, 站点 station,

  医生 doctor, 护士 nurse, 患者 病人 patient, 药品 药物 medicine, 处方 prescription, 疾病 disease, 症状 symptom, 治疗 treatment, 诊所 clinic, 医院 hospital, 疫苗 vaccine,
  病历 record, 挂号 appointment, 宠物 pet,

  课程 course, 课时 lesson, 班级 class, 学生 学员 student, 老师 教师 teacher, 学校 school, 大学 university, 科目 subject, 考试 exam, 成绩 grade, 问题 question,
  答案 回答 answer, 问卷 survey, 证书 certificate, 培训 training, 作业 assignment, 考勤 attendance,

  房产 房源 property, 房屋 house, 公寓 apartment, 大楼 building, 租客 租户 tenant, 租金 rent, 车辆 vehicle, 汽车 car, 卡车 truck, 司机 driver, 车牌 plate, 停车 parking,
  维修 repair, 保养 maintenance, 配件 part,

  电影 movie, 歌曲 song, 专辑 album, 歌手 artist, 图书 书籍 book, 章节 chapter, 图片 图像 image, 照片 photo, 视频 video, 文件 file, 文档 document,
  帖子 文章 post, 新闻 news, 评论 comment, 评价 review, 消息 message, 对话 聊天 conversation, 频道 channel, 通知 notification, 公告 announcement, 提醒 reminder,
  邮件 邮箱 email, 模板 template, 标签 tag, 收藏 favorite, 音色 voice,

  任务 task, 项目 project, 步骤 step, 工单 ticket, 请求 request, 投诉 complaint, 报告 报表 report, 统计 statistic, 看板 board, 配置 configuration, 规则 rule,
  记录 record, 设备 equipment, 传感 sensor, 警报 告警 alert, 灯光 light, 服务 service, 网络 network, 版本 version, 密钥 key, 备份 backup, 历史 history,

  工资 薪资 salary, 请假 假期 leave, 工作 job, 职缺 vacancy, 候选 candidate, 面试 interview, 班次 shift, 时间 time, 技能 skill,

  菜品 dish, 菜单 menu, 餐厅 restaurant, 食材 ingredient, 食物 food, 饮料 drink, 比赛 match, 球员 玩家 player, 赛事 tournament, 联赛 league, 游戏 game, 训练 workout,
  教练 coach, 天气 weather,

  姓名 name, 标题 title, 描述 description, 状态 status, 日期 date, 数量 quantity, 金额 amount, 电话 手机 phone, 城市 city, 国家 country, 街道 street, 年龄 age, 重量 weight,
  尺寸 size, 颜色 color, 类型 type, 优先 priority, 语言 language,

  批准 审批 通过 approve, 拒绝 驳回 reject, 接受 accept, 确认 confirm, 发布 publish, 发送 send, 上传 upload, 下载 download, 分配 assign, 激活 activate, 启用 enable,
  禁用 停用 disable, 拉黑 block, 邀请 invite, 分享 share, 关注 follow, 关闭 close, 恢复 restore, 验证 verify, 签署 sign, 重启 restart, 启动 开始 start, 停止 stop,
  完成 complete, 归档 archive, 导出 export, 导入 import, 打印 print, 购买 buy, 追踪 跟踪 track`),
)
